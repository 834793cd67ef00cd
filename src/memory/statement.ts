/** A statement as plain text: whatever wrote it, no markup and no characters that do not show (SPEC S12). */
export function plainStatement(text: string): string {
  return text
    .replace(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, " ")
    .replace(/<\/?[a-z!][^>]*>/gi, " ")
    .replace(/&(?:[a-z]+|#\d+);/gi, " ")
    .replace(/\p{C}/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
}
