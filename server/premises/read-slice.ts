import type { DatasetKind } from '#domain/premises/dataset.ts'
import { postcodeIn, sectorOf } from '#domain/premises/postcode.ts'
import type { ActiveData, Dataset } from '#domain/premises/premises.ts'
import type { Asked } from '#domain/premises/verdict.ts'
import type { DatasetListed } from '#protocol/premises-data.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/schema.ts'
import { sha256Hex } from '../sha256.ts'
import { findPremises, isListed, listPremises, listPremisesOfSectors } from './premises.queries.ts'
import { listLeadPostcodes, listOnlyListed } from './slice.queries.ts'
import { sliceOf } from './slice-of.ts'
import { listActiveVersions } from './versions.queries.ts'
import { listVoucherAreas } from './voucher-areas.queries.ts'

/** Some 100 KB. For the rest, a phone asks the server. */
const MAX_PREMISES = 40_000
/** The revision of the packed bytes and their meaning. Another number makes every phone read its slice again. */
const REVISION = 1

type SliceContext = { db: Db; config: { company: Pick<Config['company'], 'provider_name'> } }

/**
 * The response for a phone: the slice, or only its ETag if the phone already has it. Undefined while no data is active.
 */
export type AreaSlice = { etag: string; bytes: Uint8Array | null } | undefined

/**
 * Reads the premises around an area's leads: the sectors of their postcodes, or only their postcodes if the sectors are
 * more than a phone should load. Reads one snapshot, so that a switch of versions meanwhile makes no difference.
 */
export const readAreaSlice = (
  context: SliceContext,
  area: string | undefined,
  knownEtag: string | undefined,
): Promise<AreaSlice> =>
  inSnapshot(context.db, async (db) => {
    const data = await readActiveData(db, context.config)
    if (!data) return undefined
    const [areas, written] = await Promise.all([listVoucherAreas(db), listLeadPostcodes(db, area)])
    const postcodes = [...new Set(written.flatMap((text) => postcodeIn(text) ?? []))].sort()
    const etag = `"${sha256Hex(JSON.stringify([REVISION, data, areas, postcodes]))}"`
    if (etag === knownEtag) return { etag, bytes: null }
    const around = await premisesAround(db, postcodes)
    const onlyListed = await listOnlyListed(db, area)
    return { etag, bytes: sliceOf({ data, areas, onlyListed, ...around }) }
  })

async function premisesAround(db: Db, postcodes: readonly string[]) {
  const sectors = [...new Set(postcodes.map(sectorOf))]
  const premises = await listPremisesOfSectors(db, sectors, MAX_PREMISES + 1)
  if (premises.length <= MAX_PREMISES) return { premises, covers: sectors }
  return { premises: await listPremises(db, postcodes), covers: postcodes }
}

/** Reads the slice with only one household. Undefined while no data is active. */
export const readHouseholdSlice = (context: SliceContext, asked: Asked): Promise<Uint8Array | undefined> =>
  inSnapshot(context.db, async (db) => {
    const { uprn, postcode } = asked
    const data = await readActiveData(db, context.config)
    if (!data) return undefined
    const areas = await listVoucherAreas(db)
    const own = uprn === undefined ? undefined : await findPremises(db, uprn)
    const neighbours = postcode === undefined ? [] : await listPremises(db, [postcode])
    const isOnlyListed = uprn !== undefined && !own && (await isListed(db, uprn))
    const others = neighbours.filter((one) => one.uprn !== own?.uprn)
    return sliceOf({
      data,
      areas,
      premises: own ? [own, ...others] : others,
      onlyListed: isOnlyListed ? [uprn] : [],
      covers: [''],
    })
  })

const inSnapshot = <Result>(db: Db, work: (db: Db) => Promise<Result>): Promise<Result> =>
  db.transaction().setIsolationLevel('repeatable read').execute(work)

async function readActiveData(db: Db, { company }: SliceContext['config']): Promise<ActiveData | undefined> {
  const versions = await listActiveVersions(db)
  const of = (kind: DatasetKind) => {
    const version = versions.find((one) => one.kind === kind)
    return version && datasetOf(version)
  }
  const [bduk, list] = [of('bduk-premises'), of('supplier-eligible')]
  return bduk || list ? { bduk, list, ownSupplier: company.provider_name } : undefined
}

const datasetOf = ({ id, observed_month, sha256, attribution }: DatasetListed): Dataset => ({
  version: String(id),
  month: observed_month,
  sha256,
  attribution,
})
