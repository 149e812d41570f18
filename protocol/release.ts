/** One release of the web app. A phone keeps it, so that the app opens without a connection. */
export type Release = {
  /** Changes whenever a script, a page or a setting within a page changes. */
  name: string
  /** By path, the hash that its content must have, as a browser checks it (`sha256-...`). */
  contents: Readonly<Record<string, string>>
  /** The path of the page for every address that leads nowhere; also among the contents. */
  notFound: string
}
