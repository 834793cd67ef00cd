/** The date of a receipt, in the forms that Malaysian tills print (SPEC S8). */
import { describe, expect, test } from "vitest";
import { dateOf } from "../../src/receipts/fields/date.ts";
import { datesIn } from "../../src/receipts/fields/date-forms.ts";
import { linesOf } from "../../src/receipts/fields/figures.ts";
import { type Printed, readAs } from "../support/receipts.ts";

const dates = (text: string): string[] => datesIn(text).map(({ date }) => date);
const dayOf = (...rows: readonly Printed[]) => dateOf(linesOf(readAs(rows)));

describe("a day in the forms that tills print", () => {
  test.each([
    "28/02/2018",
    "28-02-18",
    "28.2.2018",
    "2018-02-28",
    "28 Feb 2018",
    "28-FEB-18",
    "28FEB2018",
    "28 Februari 2018",
    "Feb 28, 2018",
    "20180228",
    "2018-Feb-28",
    "28 02 2018",
    "28/02/201814:03",
    "28/02/1814:03",
    "28Feb201818:25",
    "2B/02/2018 28/02/2018",
    "28/O2/2O18",
    "28 / 02 / 2018",
    "REG#19-28/02/2018 10:27:03",
  ])("%s", (text) => {
    expect(dates(text)).toEqual(["2018-02-28"]);
  });

  test("the day comes first, unless that is no day", () => {
    expect(dates("03/04/2018")).toEqual(["2018-04-03"]);
    expect(dates("03/25/2018")).toEqual(["2018-03-25"]);
  });

  test.each(["30/02/2018", "Tel 03-7728 1234", "012-3456789", "Inv 2018020951320023885", "24/1-12"])(
    "%s is none",
    (text) => {
      expect(dates(text)).toEqual([]);
    },
  );
});

describe("the day of the purchase", () => {
  test("is the one beside the word, not when something is due or expires", () => {
    expect(dayOf("Valid until 31/12/2018", ["Date", "28/02/2018"], "Due Date: 30/03/2018")?.value).toBe(
      "2018-02-28",
    );
    expect(dayOf(["TARIKH: 28/02/2018", "MASA: 14:03"], "Tarikh luput 01/03/2019")?.value).toBe("2018-02-28");
  });

  test("is less certain where several are printed", () => {
    const alone = dayOf("28/02/2018 14:03");
    const among = dayOf("28/02/2018", "27/02/2018");
    expect(alone?.confidence).toBeGreaterThan(0.9);
    expect(among?.confidence).toBeLessThan(0.9);
  });

  test("is null where none is printed", () => {
    expect(dayOf("KEDAI AMAN", ["TOTAL", "12.00"])).toBeNull();
  });
});

test("a year that runs into the time is not certain", () => {
  expect(datesIn("23/03/2019:34:40AM").every(({ plain }) => !plain)).toBe(true);
  expect(datesIn("28/02/201814:03")).toEqual([{ date: "2018-02-28", plain: true }]);
});
