/** `/photo PATH caption` sends a picture from the disk (SPEC S15). */
import { readFile, stat } from "node:fs/promises";
import type { Picture } from "../../kernel/ports.ts";

/** Bytes of a picture that are taken, as on the other platforms (SPEC S8). */
const MOST_BYTES = 10 * 1024 * 1024;

/** A path may be quoted when it holds spaces. */
const LINE = /^\/photo\s+(?:"([^"]+)"|'([^']+)'|(\S+))\s*(.*)$/s;

/**
 * Reads the picture that a line names.
 * @returns null when the line is not about a photo; a sentence when the file cannot be taken
 */
export async function readPhotoLine(
  line: string,
): Promise<{ picture: Picture; caption: string } | { problem: string } | null> {
  if (!/^\/photo(\s|$)/.test(line)) return null;
  const match = LINE.exec(line);
  const path = match?.[1] ?? match?.[2] ?? match?.[3];
  if (!path) return { problem: "Which picture? Write: /photo PATH caption" };
  try {
    const file = await stat(path);
    // A device or a pipe may never end.
    if (!file.isFile()) return { problem: `${path} is not a picture file.` };
    const { size } = file;
    if (size > MOST_BYTES)
      return { problem: "That picture is larger than 10 MB. Could you send a smaller one?" };
    const bytes = await readFile(path);
    return { picture: { mime: "application/octet-stream", bytes }, caption: match?.[4]?.trim() ?? "" };
  } catch {
    return { problem: `I can't open the picture ${path}. Is the path right?` };
  }
}
