/** One release of the web app. A phone keeps it, so that the app opens without a connection. */
export type Release = {
  /** Changes whenever a script, a page or a setting within a page changes. */
  name: string
  /** The hash of the content at each path, in the form that a browser checks (`sha256-...`). */
  contents: Readonly<Record<string, string>>
  /** The path of the page for unknown addresses, which is also among the contents. */
  notFound: string
}
