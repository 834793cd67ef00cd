/** Which row names the shop, and how people write that name (SPEC S8). */
import { expect, test } from "vitest";
import { asWritten } from "../../src/receipts/as-written.ts";
import { linesOf } from "../../src/receipts/fields/figures.ts";
import { merchantOf } from "../../src/receipts/fields/merchant.ts";
import { nameIn } from "../../src/receipts/fields/names.ts";
import { type Printed, readAs } from "../support/receipts.ts";

const merchant = (...rows: readonly Printed[]) => merchantOf(linesOf(readAs(rows)))?.value;

test("the company counts, above the branch and the slogan", () => {
  expect(
    merchant("SUSHI MENTAI - PANDAN", "KMF FOODICIOUS SDN BHD (1132106-H)", "NO.9-G, JALAN PERUBATAN 2"),
  ).toBe("KMF FOODICIOUS SDN BHD");
  expect(merchant("TQ FOR SHOPPING WITH US", "PAGOH REST AREA", "LOT R1, PAGOH, JOHOR")).toBe(
    "PAGOH REST AREA",
  );
});

test("a name goes on in the next row", () => {
  expect(merchant("HOME MASTER HARDWARE &", "ELECTRICAL", "NO.113G, JALAN SETIA")).toBe(
    "HOME MASTER HARDWARE & ELECTRICAL",
  );
  expect(merchant("UNITED BAKERS (M)", "SDN BHD", "LOT 3, JALAN 51A")).toBe("UNITED BAKERS (M) SDN BHD");
});

test("numbers, addresses and notices are no names", () => {
  expect(merchant("31802013", "TAX INVOICE", "SWEET FOREST CAFE", "NO 21, JLN BUNGA")).toBe(
    "SWEET FOREST CAFE",
  );
  expect(merchant("Tel: 03-77281234", "No 12, Jalan SS2", "28/02/2018")).toBeUndefined();
});

test.each([
  ["GerbangAlafRestaurantsSdnBhd", "Gerbang Alaf Restaurants Sdn Bhd"],
  ["RESTAURANTJIAWEI", "RESTAURANT JIAWEI"],
  ["SYARIKATPERNIAGAAN GIN KEE", "SYARIKAT PERNIAGAAN GIN KEE"],
  ["AEON C0. (M) BHD (126926-H)", "AEON CO. (M) BHD"],
  ["F00DICI0US", "FOODICIOUS"],
  ["99 SPEED MART S/B (519537-X)", "99 SPEED MART S/B"],
  ["ARTRANGE STATIONERS", "ARTRANGE STATIONERS"],
  ["OLIVE9 PHARMACY", "OLIVE9 PHARMACY"],
])("%s is %s", (printed, name) => {
  expect(nameIn(printed)).toBe(name);
});

test.each([
  ["UNIHAKKA INTERNATIONAL SDN BHD", "Unihakka International"],
  ["AEON CO. (M) BHD", "AEON"],
  ["SAM SAM TRADING CO", "Sam Sam Trading"],
  ["C W KHOO HARDWARE SDN. BHD.", "C W Khoo Hardware"],
  ["MR. D.I.Y. (M) SDN BHD", "Mr. D.I.Y."],
  ["99 SPEED MART S/B", "99 Speed Mart"],
  ["7-ELEVEN MALAYSIA SDN BHD", "7-Eleven Malaysia"],
  ["MCDONALD'S", "McDonald's"],
  ["KFC", "KFC"],
  ["Gerbang Alaf Restaurants Sdn Bhd", "Gerbang Alaf Restaurants"],
  ["UNITED BAKERS (M) SDN BHD", "United Bakers"],
  ["HOUSE OF NOODLES", "House of Noodles"],
  ["泰兴 RESTAURANT", "泰兴 Restaurant"],
])("%s is written %s", (printed, written) => {
  expect(asWritten(printed)).toBe(written);
});

test("the lower half of a receipt names no shop", () => {
  expect(merchant(["1 Teh Tarik", "3.10"], ["TOTAL", "26.60"], "THANK YOU, COME AGAIN")).toBeUndefined();
  expect(merchant(["Teh Tarik", "3.10"], ["TOTAL", "3.10"], "WARUNG AMAN SDN BHD")).toBe(
    "WARUNG AMAN SDN BHD",
  );
});

test("a number under which it is registered takes nothing from a name", () => {
  expect(merchant("SOON FATT S/R (81497-P)", "LOT 1504, BATU 8, JALAN KLANG LAMA")).toBe("SOON FATT S/R");
});
