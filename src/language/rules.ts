/**
 * What corrections taught, by talking (SPEC S4): "my rules", "forget the kopi rule", "forget rule 1"; and taught in so
 * many words: "coffee is personal", "from now on tapau is family", "always put kopi under personal".
 */
import { limits } from "../kernel/limits.ts";
import type { Reading, RulesInput } from "../kernel/reading.ts";
import { EXPENSE_CATEGORIES, INCOME_CATEGORIES } from "../kernel/types.ts";
import { categoryNamed } from "./category-names.ts";
import { cover, isQuiet, tableOf } from "./cover.ts";
import data from "./data/rules.json" with { type: "json" };
import { gapBefore } from "./describe.ts";
import { nounTable } from "./lexicon.ts";
import type { Message } from "./message.ts";
import { readingOf } from "./reading-of.ts";
import type { Token } from "./tokens.ts";

const LIST = tableOf({ list: data.list }, () => true);
const FORGET = tableOf({ forget: data.forget }, () => true);
const FORGET_ALL = tableOf({ forgetAll: data.forgetAll }, () => true);
const ALWAYS = tableOf({ always: data.always }, () => true);
const LEADS = tableOf({ leads: data.teachLeads }, () => true);
const BARE_LEADS = tableOf({ leads: data.bareLeads }, () => true);
const FORGET_VERBS = new Set(data.forgetVerbs);
const RULE_NOUNS = new Set(data.ruleNouns);
const RULE_FILLER = new Set(data.ruleFiller);
const TEACH_VERBS = new Set(data.teachVerbs);
const TEACH_FILLER = new Set(data.teachFiller);
const NOT_THINGS = new Set(data.notThings);
const PLAIN_NAMES = new Set<string>([...EXPENSE_CATEGORIES, ...data.plainNames]);
const INCOME: readonly string[] = INCOME_CATEGORIES;
/** As many words as a description that a rule may be for. */
const MOST_WORDS = 12;
/** As many as what is taught in passing. */
const MOST_TAUGHT_WORDS = 4;

/** The message as a command about rules, or undefined. */
export function readRules(message: Message): Reading | undefined {
  const { tokens, language } = message;
  const input = tokens.length > 0 ? (known(tokens) ?? taught(message)) : undefined;
  return input && readingOf("settings", [{ tool: "rules", input }], { language });
}

function known(tokens: readonly Token[]): RulesInput | undefined {
  if (cover(tokens, LIST)?.length === 1) return { op: "list" };
  if (cover(tokens, FORGET_ALL)?.length === 1) return { op: "forget_all" };
  const lead = FORGET.match(tokens, 0);
  const rest = lead ? tokens.slice(lead.length) : beforeNoun(tokens);
  const said = rest?.filter((token) => !isQuiet(token) || token.hyphen) ?? [];
  if (said.length === 0 || said.length > MOST_WORDS) return undefined;
  const [number] = said.filter(({ lower }) => !RULE_FILLER.has(lower));
  const alone = said.every((token) => token === number || RULE_FILLER.has(token.lower));
  if (number?.kind === "number" && alone && /^[1-9]\d{0,2}$/.test(number.text))
    return { op: "forget_number", number: Number(number.text) };
  return { op: "forget", phrase: phraseOf(said) };
}

/** "Forget the kopi rule", "buang kopi punya peraturan": what stands between the verb and the noun. */
function beforeNoun(tokens: readonly Token[]): readonly Token[] | undefined {
  const said = tokens.filter((token) => !isQuiet(token) || token.hyphen);
  const noun = said.findLastIndex(({ lower }) => RULE_NOUNS.has(lower));
  const plain = said.slice(noun + 1).every(({ lower }) => RULE_FILLER.has(lower));
  if (!FORGET_VERBS.has(said[0]?.lower ?? "") || noun < 2 || !plain) return undefined;
  return said.slice(1, noun).filter(({ lower }) => !RULE_FILLER.has(lower) && lower !== "punya");
}

function phraseOf(tokens: readonly Token[]): string {
  return tokens
    .map((token) => gapBefore(token) + token.lower)
    .join("")
    .trim();
}

/** "From now on …", "always …", at the beginning or the end: what is left without it, or undefined. */
function withoutAlways(tokens: readonly Token[]): readonly Token[] | undefined {
  for (let at = 0; at < tokens.length; at += 1) {
    const length = ALWAYS.match(tokens, at)?.length;
    if (length !== undefined) return [...tokens.slice(0, at), ...tokens.slice(at + length)];
  }
  return undefined;
}

/** A thing and the category that it goes to from now on. */
function taught({ tokens, context }: Message): RulesInput | undefined {
  if (tokens.some(({ kind, text }) => kind === "number" || text === "?")) return undefined;
  const said = tokens.filter((token) => !isQuiet(token) || token.hyphen);
  const always = withoutAlways(said);
  const words = always ?? said;
  const start = always && TEACH_VERBS.has(words[0]?.lower ?? "") ? 1 : 0;
  for (let at = start + 1; at < words.length - 1; at += 1) {
    const lead = (always ? LEADS : BARE_LEADS).match(words, at);
    if (lead === undefined) continue;
    const thing = words.slice(start, at).filter(({ lower }) => !TEACH_FILLER.has(lower));
    const name = phraseOf(words.slice(at + lead.length).filter(({ lower }) => !TEACH_FILLER.has(lower)));
    const category = categoryNamed(name, context.ownCategories);
    if (category === undefined || INCOME.includes(category) || !isThing(thing)) continue;
    // Without "always" it may be no more than a remark: a thing that is known, and a category by its own name.
    const own = context.ownCategories.includes(name) || PLAIN_NAMES.has(name);
    if (always === undefined && (!own || !isKnown(thing) || said.length > at + lead.length + 2)) continue;
    return { op: "teach", phrase: phraseOf(thing), category };
  }
  return undefined;
}

function isThing(tokens: readonly Token[]): boolean {
  const few = tokens.length > 0 && tokens.length <= MOST_TAUGHT_WORDS;
  const short = phraseOf(tokens).length <= limits.maxDescriptionCharacters;
  return few && short && tokens.every(({ lower, kind }) => kind === "word" && !NOT_THINGS.has(lower));
}

function isKnown(tokens: readonly Token[]): boolean {
  return nounTable.match(tokens, 0)?.length === tokens.length && !PLAIN_NAMES.has(phraseOf(tokens));
}

/**
 * The category that a correction taught: for the whole description, for its merchant, or for the one thing that
 * it names ("grab to klcc" is Grab; "hotel breakfast" is not simply a hotel).
 */
export function taughtCategory(
  rules: Readonly<Record<string, string>> | undefined,
  said: {
    readonly description: string;
    readonly merchant?: string | undefined;
    readonly things: readonly string[];
  },
): string | undefined {
  if (rules === undefined) return undefined;
  const thing = said.things.length === 1 ? said.things[0] : undefined;
  const phrases = [said.description.toLowerCase(), said.merchant?.toLowerCase(), thing];
  const taught = phrases.find((phrase) => phrase !== undefined && Object.hasOwn(rules, phrase));
  return taught === undefined ? undefined : rules[taught];
}
