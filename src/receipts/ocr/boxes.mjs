// @ts-check
/** Where the text is: a map of probabilities, one a pixel, becomes turned rectangles around the patches that are likely. */

/**
 * @typedef {object} Box a turned rectangle, in pixels of the map
 * @property {number} x centre
 * @property {number} y centre
 * @property {number} width along the text
 * @property {number} height
 * @property {number} angle radians, clockwise
 */

/** The settings of PP-OCRv4: what is text, how sure a patch must be, how far the text reaches beyond its patch. */
const LIKELY = 0.3;
const SURE = 0.5;
const UNCLIP = 1.6;
const FEWEST_PIXELS = 20;
/** Shorter pieces have no direction of their own. */
const DIRECTED = 2;

/**
 * The pixels of the patch that contains `start`, marked as seen.
 * @param {{ likely: Float32Array, width: number, height: number, seen: Uint8Array }} map
 * @param {number} start
 */
function patchFrom({ likely, width, height, seen }, start) {
  const patch = [start];
  seen[start] = 1;
  for (let next = 0; next < patch.length; next++) {
    const at = patch[next] ?? 0;
    const x = at % width;
    const y = (at - x) / width;
    for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++) {
      for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) {
        const near = v * width + u;
        if (seen[near] === 1 || (likely[near] ?? 0) <= LIKELY) continue;
        seen[near] = 1;
        patch.push(near);
      }
    }
  }
  return patch;
}

/** The direction in which a patch is longest. @param {readonly number[]} patch @param {number} width */
function axisOf(patch, width) {
  let x = 0;
  let y = 0;
  let xx = 0;
  let yy = 0;
  let xy = 0;
  for (const at of patch) {
    const u = at % width;
    const v = (at - u) / width;
    x += u;
    y += v;
    xx += u * u;
    yy += v * v;
    xy += u * v;
  }
  const n = patch.length;
  const cx = x / n;
  const cy = y / n;
  return { cx, cy, angle: 0.5 * Math.atan2(2 * (xy / n - cx * cy), xx / n - cx * cx - (yy / n - cy * cy)) };
}

/**
 * The rectangle around a patch at an angle.
 * @param {readonly number[]} patch @param {number} width
 * @param {{ cx: number, cy: number, angle: number }} axis
 * @returns {Box}
 */
function around(patch, width, { cx, cy, angle }) {
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  let left = Infinity;
  let right = -Infinity;
  let top = Infinity;
  let bottom = -Infinity;
  for (const at of patch) {
    const x = (at % width) - cx;
    const y = Math.floor(at / width) - cy;
    const along = x * cos + y * sin;
    const across = y * cos - x * sin;
    if (along < left) left = along;
    if (along > right) right = along;
    if (across < top) top = across;
    if (across > bottom) bottom = across;
  }
  const u = (left + right) / 2;
  const v = (top + bottom) / 2;
  return {
    x: cx + u * cos - v * sin + 0.5,
    y: cy + u * sin + v * cos + 0.5,
    width: right - left + 1,
    height: bottom - top + 1,
    angle,
  };
}

/** @param {readonly number[]} patch @param {number} width @returns {Box | undefined} */
function boxOf(patch, width) {
  const axis = axisOf(patch, width);
  const turned = around(patch, width, axis);
  const box = turned.width / turned.height < DIRECTED ? around(patch, width, { ...axis, angle: 0 }) : turned;
  if (Math.min(box.width, box.height) < 3) return undefined;
  const margin = (box.width * box.height * UNCLIP) / (box.width + box.height);
  return { ...box, width: box.width + margin, height: box.height + margin };
}

/**
 * @param {Float32Array} likely one probability a pixel
 * @param {number} width @param {number} height of the map
 * @returns {Box[]}
 */
export function boxesIn(likely, width, height) {
  const seen = new Uint8Array(likely.length);
  /** @type {Box[]} */
  const boxes = [];
  for (let start = 0; start < likely.length; start++) {
    if (seen[start] === 1 || (likely[start] ?? 0) <= LIKELY) continue;
    const patch = patchFrom({ likely, width, height, seen }, start);
    if (patch.length < FEWEST_PIXELS) continue;
    const sum = patch.reduce((total, at) => total + (likely[at] ?? 0), 0);
    const box = sum / patch.length < SURE ? undefined : boxOf(patch, width);
    if (box !== undefined) boxes.push(box);
  }
  return boxes;
}
