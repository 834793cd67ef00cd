/** Waiting for something no longer than so long, without ending it. */

/**
 * @param ms at zero or less only what has settled already counts
 * @returns what `work` resolves to, or undefined when it is late; how a late one ends interests nobody
 * @throws what `work` rejects with in time
 */
export async function inTime<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  work.catch(() => undefined);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, ms), undefined);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
