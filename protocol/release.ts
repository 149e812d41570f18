/** One release of the web app, as a phone keeps it to open without a network. The server names it to the worker. */
export type Release = {
  /** Another name means that something of it is different: a script, a page, or a setting within a page. */
  name: string
  /** By path, the hash that its content must have, as a browser checks it (`sha256-...`). */
  contents: Readonly<Record<string, string>>
  /** The path of the page for every address that leads nowhere; also among the contents. */
  notFound: string
}
