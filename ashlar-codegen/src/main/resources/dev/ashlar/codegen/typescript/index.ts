// SPDX-License-Identifier: Apache-2.0
export * from "./composite.js";
export * from "./field.js";
export * from "./message.js";
export * from "./part.js";
export * from "./sbe.js";
export * from "./text.js";
