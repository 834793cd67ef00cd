/** Whether two names may be one that was read from two pictures (SPEC S8). */
import { expect, test } from "vitest";
import { areAlike } from "../../src/kernel/alike.ts";

test.each([
  ["Restoran Selera Kita", "RESTORAN SELERAKITA"],
  ["Gerbang Alaf", "Gerbang A1af"],
  ["Gerbang Alaf", "Gerbang Alaf Restaurants"],
  ["99 Speed Mart", "99 SpeedMart S/B"],
  ["7-Eleven", "7 Eleven"],
])("%s and %s may be one", (one, other) => {
  expect(areAlike(one, other)).toBe(true);
  expect(areAlike(other, one)).toBe(true);
});

test.each([
  ["KFC", "KKC"],
  ["Aeon", "Aeon Big"],
  ["Kedai Satu", "Kedai Dua"],
  ["Tesco", "Petronas"],
])("%s and %s are two", (one, other) => {
  expect(areAlike(one, other)).toBe(false);
});
