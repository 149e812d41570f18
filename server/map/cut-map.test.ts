import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { writeMbtiles } from './map-files.testing.ts'
import { openMbtiles } from './mbtiles.ts'
import { villageTiles } from './village.testing.ts'

test('the operations manual cuts a map to an area', async () => {
  const [, sql = ''] = /```sql\n(attach .*?)```/s.exec(readFileSync('docs/operations.md', 'utf8')) ?? []
  const folder = mkdtempSync(path.join(tmpdir(), 'doorstep-cut-'))
  const country = path.join(folder, 'country.mbtiles')
  const bytes = Buffer.from('elsewhere')
  const elsewhere = [
    { z: 14, x: 0, y: 0, bytes },
    { z: 14, x: 7990, y: 5400, bytes },
  ]
  writeMbtiles(country, { tiles: [...villageTiles(), ...elsewhere], metadata: { name: 'Great Britain' } })
  const area = path.join(folder, 'area.mbtiles')
  const database = new DatabaseSync(area)
  database.exec(sql.replace('OS_Open_Zoomstack.mbtiles', country))
  database.close()

  const map = await openMbtiles(area)
  expect(map.description).toMatchObject({
    name: 'Great Britain',
    bounds: [-4.3, 53.25, -4.12, 53.37],
    attribution: 'Contains OS data © Crown copyright and database right 2026',
  })
  for (const tile of villageTiles())
    expect(await map.read(tile), `${tile.z}/${tile.x}/${tile.y}`).toBeDefined()
  for (const tile of elsewhere) expect(await map.read(tile)).toBeUndefined()
  await map.close()
  rmSync(folder, { recursive: true })
})
