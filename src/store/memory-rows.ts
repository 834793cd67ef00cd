/** Rows of memory as they are read: the columns of each tier, and what they become. */
import type {
  Insight,
  InsightCategory,
  Memory,
  MemorySource,
  MemoryType,
  Summary,
} from "../memory/ports/types.ts";

export interface MemoryRow {
  readonly id: string;
  readonly type: MemoryType;
  readonly text: string;
  readonly importance: number;
  readonly expires_at: Date | null;
  readonly source_type: MemorySource["type"];
  readonly source_id: string;
  readonly uses: number;
  readonly last_used_at: Date | null;
  readonly created_at: Date;
}

export const MEMORY_COLUMNS =
  "id, type, text, importance, expires_at, source_type, source_id, uses, last_used_at, created_at";

export function memoryOf(row: MemoryRow): Memory {
  return {
    id: row.id,
    type: row.type,
    text: row.text,
    importance: row.importance,
    expiresAtMs: row.expires_at?.getTime() ?? null,
    source: { type: row.source_type, id: row.source_id },
    uses: row.uses,
    lastUsedAtMs: row.last_used_at?.getTime() ?? null,
    createdAtMs: row.created_at.getTime(),
  };
}

export interface InsightRow {
  readonly id: string;
  readonly category: InsightCategory;
  readonly text: string;
  readonly confidence: number;
  readonly said: boolean;
  readonly created_at: Date;
}

export const INSIGHT_COLUMNS = "id, category, text, confidence, said, created_at";

export function insightOf({ created_at, ...row }: InsightRow): Insight {
  // Single precision: 0.8 comes back as 0.8000000119.
  return {
    ...row,
    confidence: Math.round(row.confidence * 1_000) / 1_000,
    createdAtMs: created_at.getTime(),
  };
}

export interface SummaryRow {
  readonly id: string;
  readonly level: 1 | 2;
  readonly text: string;
  readonly from_at: Date;
  readonly to_at: Date;
}

export const SUMMARY_COLUMNS = "id, level, text, from_at, to_at";

export function summaryOf({ from_at, to_at, ...row }: SummaryRow): Summary {
  return {
    id: row.id,
    level: row.level,
    text: row.text,
    fromMs: from_at.getTime(),
    toMs: to_at.getTime(),
  };
}
