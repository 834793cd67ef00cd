/** Corrections (SPEC S4): what was said about a record, and what it should be. Which row is meant is resolved elsewhere. */
import type { Doubt, ReadItem, Reading } from "../kernel/reading.ts";
import { correctionOf, leadOf } from "./changes.ts";
import data from "./data/edits.json" with { type: "json" };
import overrides from "./data/overrides.json" with { type: "json" };
import { firstSaid } from "./edits.ts";
import type { Message } from "./message.ts";
import { has, type Piece } from "./pieces.ts";
import { readingOf } from "./reading-of.ts";
import { partsOf } from "./several.ts";
import { corrects } from "./speaks-of-change.ts";
import { hasUnknownWords, targetOf } from "./targets.ts";

const MOST_WORDS = 24;
const RULE_LEADS = new Set(data.ruleLeads);
const MAKE = new Set(overrides.makeVerbs);

/** "Last 5": so many of the latest, and no new amount. */
function onlyCounts(pieces: readonly Piece[]): boolean {
  const said = pieces.filter((piece) => piece.kind === "word" || piece.kind === "amount");
  const [first, second] = said;
  return said.length === 2 && has(first, "lastOne") && (second?.amount?.bare ?? 99) <= 20;
}

/** "Change grab to 14 and kopi to 5": each part names its record and its value; all of them or one correction. */
function severalCorrections(message: Message, told: boolean): Reading | undefined {
  const [first, ...others] = told ? partsOf(message) : [];
  if (first === undefined || others.length === 0) return undefined;
  const readings = [
    oneCorrection(first),
    ...others.map((part) => (led(part) ? oneCorrection(part) : undefined)),
  ];
  const items: ReadItem[] = [];
  for (const reading of readings) {
    const [item] = reading?.items ?? [];
    if (item?.tool !== "correct" || item.input.target.words.length === 0) return undefined;
    items.push(item);
  }
  const doubts = readings.flatMap((reading) => reading?.doubts ?? []);
  return readingOf("edit", items, { language: message.language, doubts });
}

function led({ pieces }: Message): boolean {
  return pieces.some((piece) => has(piece, "newLead") || has(piece, "edit"));
}

/**
 * "change lunch to 18", "actually the grab was 14 not 12", "that was groceries", "it was yesterday".
 * @param told whether it is one, when the words do not say it
 */
export function readCorrection(message: Message, told: boolean = corrects(message)): Reading | undefined {
  const { pieces } = message;
  if (pieces.length > MOST_WORDS || !told || onlyCounts(pieces)) return undefined;
  return severalCorrections(message, told) ?? oneCorrection(message);
}

function oneCorrection(message: Message): Reading | undefined {
  const { pieces, language } = message;
  const corrected = correctionOf(message);
  if (corrected === undefined) {
    const plain = pieces[firstSaid(pieces)];
    return plain !== undefined && has(plain, "editStrong") && pieces.length <= 8
      ? readingOf("edit", [], { language, doubts: ["no_amount"] })
      : undefined;
  }
  const rest = pieces.filter(
    (piece) =>
      !corrected.used.has(piece) &&
      piece !== corrected.old &&
      !(corrected.change.category !== undefined && has(leadOf(pieces, pieces.indexOf(piece)), "oldLead")),
  );
  const target = targetOf(
    corrected.change.date === undefined ? rest : rest.filter((piece) => piece.date === undefined),
    message,
    corrected.old,
  );
  const doubts: Doubt[] = [...corrected.doubts];
  if (hasUnknownWords(rest) || pieces.some((piece) => piece.lower === "?")) doubts.push("unknown_words");
  const { category, description } = corrected.change;
  // "Add category pets" makes one: whether the latest record is to be in it is asked.
  const makes = category !== undefined && pieces.some(({ lower }) => MAKE.has(lower));
  if (makes && target.words.length === 0) doubts.push("unknown_words");
  const led = pieces.some(({ lower }) => RULE_LEADS.has(lower));
  const rule =
    led && category !== undefined && description === undefined && target.words.length > 0
      ? target.words.join(" ")
      : undefined;
  return readingOf(
    "edit",
    [
      {
        tool: "correct",
        input: { target, change: corrected.change, ifReminder: corrected.ifReminder, rule },
      },
    ],
    {
      language,
      doubts,
    },
  );
}
