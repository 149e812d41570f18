const KEY = 'public-anon-key'

type Row = Record<string, unknown>

/** Any other client of the data API: the back office, an automation, a colleague's phone. */
export class DataApi {
  readonly #url: string

  constructor(url: string) {
    this.#url = url
  }

  /** Reads `table?query`. */
  async rows(path: string): Promise<Row[]> {
    const answer = await this.#call('GET', `/rest/v1/${path}`)
    return (await answer.json()) as Row[]
  }

  async creates(table: string, row: Row): Promise<void> {
    await this.#call('POST', `/rest/v1/${table}`, row)
  }

  /** Changes the rows of `table?filter`. */
  async changes(path: string, values: Row): Promise<void> {
    await this.#call('PATCH', `/rest/v1/${path}`, values)
  }

  /** Brings the CRM's leads in, as the button does. */
  async syncsLeads(): Promise<void> {
    await this.#call('POST', '/functions/v1/ghl-sync?endpoint=sync-leads', {})
  }

  async #call(method: string, path: string, body?: Row): Promise<Response> {
    const answer = await fetch(new URL(path, this.#url), {
      method,
      headers: { apikey: KEY, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }
}
