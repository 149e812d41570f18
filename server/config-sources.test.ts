import fs from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { configFromEnv } from './config.ts'
import { readEnvironment } from './environment.ts'
import { freshFolder } from './testing/databases.ts'

describe('the file .env', () => {
  const read = (file: string) => {
    const environment = readEnvironment(file)
    if (!environment.ok) throw new Error(environment.failure.sentence)
    return environment.value
  }
  afterEach(() => vi.unstubAllEnvs())

  test('is read, but the environment takes precedence', () => {
    const folder = freshFolder()
    const file = path.join(folder, '.env')
    // As an editor on Windows saves it.
    fs.writeFileSync(file, '\uFEFFLOCAL_AREA="Riverside"\r\nHOST=0.0.0.0\r\n')
    vi.stubEnv('HOST', '::1')
    expect(read(file)).toMatchObject({ LOCAL_AREA: 'Riverside', HOST: '::1' })
    expect(read(path.join(folder, 'none'))).toEqual(process.env)
    fs.rmSync(folder, { recursive: true })
  })

  test('is refused if it is a folder, which Docker makes of a missing file', () => {
    const folder = freshFolder()
    expect(readEnvironment(folder)).toMatchObject({
      failure: { sentence: expect.stringMatching(/^The file .+ cannot be read: EISDIR.+\.$/) },
    })
    fs.rmSync(folder, { recursive: true })
  })

  test('has an example that changes nothing', () => {
    const example = read(path.join(import.meta.dirname, '../.env.example'))
    const settings = Object.fromEntries(
      Object.entries(example).filter(([name]) => process.env[name] === undefined),
    )
    expect(configFromEnv(settings)).toEqual(configFromEnv({}))
  })
})

describe('the role of a process', () => {
  const roleOf = (...args: string[]) => {
    const decision = configFromEnv({ DATABASE_URL: 'postgres://db/doorstep' }, args)
    return decision.ok ? decision.value.role : decision.failure.sentence
  }

  test('is both unless the arguments name one', () => {
    expect(roleOf()).toBe('both')
    expect(roleOf('--role=api')).toBe('api')
    expect(roleOf('--role', 'worker')).toBe('worker')
  })

  test('cannot be an unknown one', () => {
    expect(roleOf('--role=boss')).toBe('--role must be one of api, worker, both.')
  })

  test.each(['--rolle=api', 'api', '--role'])('is not read from %s', (argument) => {
    expect(roleOf(argument)).toBe('The only argument is --role, one of api, worker, both.')
  })

  test('must be both on the embedded database', () => {
    expect(configFromEnv({}, ['--role=api'])).toMatchObject({
      failure: {
        sentence: '--role=api needs DATABASE_URL: the embedded database belongs to one process.',
      },
    })
  })
})
