import { isObject, parseJson } from '#domain/kernel/parse-json.ts'
import { failed, success } from '#domain/kernel/result.ts'
import { sha256Hex } from '../../sha256.ts'
import { readAgreements, type StoredAgreement } from './agreement-rows.queries.ts'
import type { Pass } from './pass.ts'

/** Recomputes the hash of every agreement. */
export const verifyAgreements: Pass = async ({ db, report }) => {
  let agreements = 0
  for await (const page of readAgreements(db)) {
    for (const agreement of page) {
      const broken = findBreak(agreement)
      if (broken) return failed(`agreements, ${agreement.sha256}: ${broken}`)
    }
    agreements += page.length
    report('agreements', agreements)
  }
  return success({ agreements })
}

function findBreak({ sha256, template, body }: StoredAgreement): string | undefined {
  if (sha256Hex(body) !== sha256) return 'its text does not match its hash'
  const words = parseJson(Buffer.from(body).toString())
  const isOfTemplate = isObject<{ template: unknown }>(words) && words.template === template
  return isOfTemplate ? undefined : 'its text names another template'
}
