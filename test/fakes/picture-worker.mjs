// @ts-check
/**
 * Stands in for the process that looks at pictures: what it does is written in the picture, behind a JPEG's first bytes.
 * Its pid is the picture's hash, so that a test sees which process answered.
 */

/** @import { Answer, Job } from "../../src/receipts/ocr/port.ts" */

const RECEIPT = ["KEDAI AMAN", "Date: 18/01/2026 12:47", "SUBTOTAL 12.00", "TOTAL 12.00", "CASH 12.00"];

/** @param {Job} job @param {number} residentBytes @returns {Answer} */
function receipt({ id, engine }, residentBytes) {
  const words = RECEIPT.map((text, row) => ({
    text,
    confidence: 0.99,
    left: 0,
    right: 100,
    top: row * 30,
    bottom: row * 30 + 20,
  }));
  return {
    id,
    residentBytes,
    seen: { words, turned: 0, engine, imageHash: String(process.pid).padStart(16, "0") },
  };
}

process.on("message", (/** @type {Job} */ job) => {
  const what = Buffer.from(job.bytes.subarray(4)).toString();
  if (what === "crash") process.kill(process.pid, "SIGSEGV");
  else if (what === "hang") for (;;);
  else process.send?.(receipt(job, what === "grow" ? 10 ** 12 : 1));
});
process.on("disconnect", () => process.exit());
process.send?.({ ready: true });
