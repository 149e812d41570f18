import { BACK_OFFICE_PATH, type SealedDocument } from '#protocol/back-office.ts'

const HEADERS = { apikey: 'public-anon-key' }

/** Returns the versions of a sale's document at a running server, as the back office lists them. */
export async function listDocumentsAt(url: string, sessionId: string): Promise<SealedDocument[]> {
  const answer = await fetch(`${url}${BACK_OFFICE_PATH}/documents?session_id=${sessionId}`, {
    headers: HEADERS,
  })
  return (await answer.json()) as SealedDocument[]
}

/** Downloads the file of a version, as the back office does. */
export async function downloadAt(url: string, sessionId: string, version = 1): Promise<Buffer> {
  const answer = await fetch(`${url}${BACK_OFFICE_PATH}/documents/${sessionId}/${version}.pdf`, {
    headers: HEADERS,
  })
  if (!answer.ok) throw new Error(`The document was answered ${answer.status}.`)
  return Buffer.from(await answer.arrayBuffer())
}
