/** The part of an untyped package that Doorstep uses. */
declare module 'subset-font' {
  type Options = { targetFormat: 'woff2'; noHinting?: boolean; keepFeatures?: readonly string[] }
  // biome-ignore lint/style/noDefaultExport: the package has one
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>
}
