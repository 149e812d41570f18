import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { configFromEnv } from '#server/config.ts'
import { DRAIN_NOTICE_MS } from '#server/drain.ts'
import { freshFolder } from '#server/testing/databases.ts'

/** These files run elsewhere, so the tests only check that they fit the project. */
type Service = { image?: string; environment?: Record<string, string> }

const read = (file: string) => fs.readFileSync(file, 'utf8')
const dockerfile = read('deploy/Dockerfile')
const { services } = parse(read('deploy/compose.yaml'), { merge: true }) as {
  services: Record<string, Service>
}
const manifest = JSON.parse(read('package.json')) as Record<string, Record<string, string>>
const settings = Object.keys(parseEnv(read('.env.example')))

/** Fills in variables as Compose does: `${NAME:-otherwise}` and `${NAME:?complaint}`. */
const filledIn = (text: string, values: Record<string, string>) =>
  text.replace(/\$\{(\w+):[-?]([^}]*)\}/g, (_, name: string, otherwise: string) => values[name] ?? otherwise)

/** Returns the environment of our container, from the image and from the compose file. */
function environmentOf(service: string): Record<string, string> {
  const [, pairs = ''] = /^ENV (.*)$/m.exec(dockerfile) ?? []
  const ofImage = pairs.split(' ').map((pair) => pair.split('=') as [string, string])
  return { ...Object.fromEntries(ofImage), ...services[service]?.environment }
}

test('the compose file gives every setting to both servers, and no unknown one', () => {
  for (const service of ['app1', 'app2', 'doorstep'])
    expect(Object.keys(environmentOf(service)).toSorted()).toEqual(settings.toSorted())
})

test('the servers of the compose file would start', () => {
  const values = { DOORSTEP_DOMAIN: 'doorstep.example.com', POSTGRES_PASSWORD: 'secret' }
  const environment = Object.entries(environmentOf('app1')).map(([name, text]) => [
    name,
    filledIn(text, values),
  ])
  expect(configFromEnv(Object.fromEntries(environment))).toMatchObject({
    ok: true,
    value: { host: '0.0.0.0', publicUrl: 'https://doorstep.example.com' },
  })
})

test('the proxy asks the servers of the compose file', () => {
  const [, upstreams = ''] = /reverse_proxy (.+) \{/.exec(read('deploy/Caddyfile')) ?? []
  const { PORT } = environmentOf('app1')
  expect(upstreams.split(' ')).toEqual(
    Object.keys(services).flatMap((name) => (name.startsWith('app') ? [`${name}:${PORT}`] : [])),
  )
})

test('the proxy notices that a server drains before that server closes', () => {
  const [, askedEveryMs] = /health_interval (\d+)ms/.exec(read('deploy/Caddyfile')) ?? []
  expect(2 * Number(askedEveryMs)).toBeLessThanOrEqual(DRAIN_NOTICE_MS)
})

test('the files that the image is made of exist, and are sent to its build', () => {
  const copied = [...dockerfile.matchAll(/^COPY (?!--from|\. \.)(.+) \S+$/gm)].flatMap(([, from = '']) =>
    from.split(' '),
  )
  const sent = read('deploy/Dockerfile.dockerignore').split('\n')
  expect(copied).toContain('server')
  for (const file of copied) {
    expect(fs.existsSync(file), file).toBe(true)
    expect(sent).toContain(`!${file}`)
  }
})

test('the image runs programs that exist', () => {
  const programs = [...dockerfile.matchAll(/\bserver\/[\w.-]+\.ts\b/g)].map(([file]) => file)
  expect(programs).toContain('server/cli.ts')
  expect(programs.filter((file) => !fs.existsSync(file))).toEqual([])
})

test('the image and the unit run the server that npm start builds and runs', () => {
  const started = /'(server\/dist\/main\.js)'/.exec(read('scripts/start.mjs'))?.[1] ?? 'none'
  expect(dockerfile).toContain(`"${started}"]`)
  expect(dockerfile).toContain('COPY --from=build /app/server/dist server/dist')
  expect(read('deploy/doorstep.service')).toMatch(new RegExp(`^ExecStart=.* ${started}$`, 'm'))
})

test('npm start, the image, the unit and the bench limit the memory of the server alike', () => {
  const boundsIn = (file: string) => [
    ...new Set(
      read(file).match(
        /--(max-semi-space-size|heap-growing-percent|wasm-tiering-budget)=\d+|MALLOC_\w+: '\d+'/g,
      ),
    ),
  ]
  const ofStart = boundsIn('scripts/start.mjs')
  expect(ofStart).toHaveLength(6)
  expect(boundsIn('quality/bench/harness/processes.ts')).toEqual(ofStart)
  for (const file of ['deploy/Dockerfile', 'deploy/doorstep.service'])
    expect(boundsIn(file), file).toEqual(ofStart.slice(0, 2))
})

test('the image runs the Node of the lock file, and the tools of its database', () => {
  const images = [...dockerfile.matchAll(/^FROM node:([\d.]+)/gm)].map(([, version]) => version)
  expect(new Set(images)).toEqual(new Set([manifest.optionalDependencies?.node]))
  expect(dockerfile).toContain(`postgresql-client-${services.db?.image?.split(':')[1]}`)
})

test('the image has exactly the packages that the server imports', () => {
  const files = ['domain', 'protocol', 'crm', 'server'].flatMap((folder) =>
    fs.globSync(`${folder}/**/*.ts`).filter((file) => !/\.(test|testing|config)\.ts$|\/testing\//.test(file)),
  )
  const imported = files.flatMap((file) =>
    [...read(file).matchAll(/from '([^'.#][^']*)'/g)].map(([, name]) => name),
  )
  const isImported = (name: string) =>
    imported.some((found) => found === name || found?.startsWith(`${name}/`))
  const [, removed = ''] = /npm uninstall ((?:.*\\\n)*.*)/.exec(dockerfile) ?? []
  expect(
    removed
      .split(/[\s\\]+/)
      .filter((word) => !word.startsWith('--'))
      .toSorted(),
  ).toEqual(
    Object.keys(manifest.dependencies ?? {})
      .filter((name) => !isImported(name))
      .toSorted(),
  )
})

test.skipIf(spawnSync('systemd-analyze', ['--version']).error)('systemd accepts the unit', () => {
  const folder = freshFolder()
  const unit = path.join(folder, 'doorstep.service')
  // This machine may not have the programs that the unit names.
  fs.writeFileSync(unit, read('deploy/doorstep.service').replace('/usr/bin/node', '/bin/true'))
  const said = execFileSync('systemd-analyze', ['verify', unit], { encoding: 'utf8', stdio: 'pipe' })
  expect(said).toBe('')
  fs.rmSync(folder, { recursive: true })
})

test('the forge runs the commands of the README on the Node versions that the package supports', () => {
  const { jobs } = parse(read('.github/workflows/test.yml')) as {
    jobs: { test: { strategy: { matrix: { node: number[] } }; steps: { run?: string }[] } }
  }
  const { strategy, steps } = jobs.test
  const [, oldest] = /^>=(\d+)/.exec(manifest.engines?.node ?? '') ?? []
  expect(Math.min(...strategy.matrix.node)).toBe(Number(oldest))
  const commands = steps
    .flatMap(({ run = '' }) => run.split('\n'))
    .map((line) => line.replace(/ &$/, '').trim())
  for (const command of ['npm test', 'npm start']) expect(commands).toContain(command)
})
