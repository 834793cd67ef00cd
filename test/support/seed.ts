/**
 * Random tests look at the same cases each time, so that a run says something about the change and not about chance.
 * FUZZ_SEED picks other cases, to go looking: FUZZ_SEED=$RANDOM npm test
 */
import fc from "fast-check";

fc.configureGlobal({ seed: Number(process.env.FUZZ_SEED ?? 20260311) });
