/** The URL of what a TypeScript file and all that it imports but packages was bundled to. */
export function bundle(entry: string): Promise<string>;
