module example.com/trades

go 1.19
