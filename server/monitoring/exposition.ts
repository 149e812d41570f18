type Labels = Readonly<Record<string, string>>
type Sample = { labels?: Labels; value: number; suffix?: '_bucket' | '_sum' | '_count' }

/** One metric with all its series. */
export type Family = {
  name: string
  type: 'counter' | 'gauge' | 'histogram'
  help: string
  samples: readonly Sample[]
}

/** Who keeps numbers of this process. */
export type MetricSource = { families(): Family[] }

export const EXPOSITION_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** A metric that has one series without labels. */
export const gauge = (name: string, help: string, value: number): Family => ({
  name,
  type: 'gauge',
  help,
  samples: [{ value }],
})

/** Metrics in the text format of Prometheus. */
export const familiesToText = (families: readonly Family[]): string => families.map(familyToText).join('')

function familyToText({ name, type, help, samples }: Family): string {
  const lines = samples.map(
    ({ labels = {}, value, suffix = '' }) => `${name}${suffix}${labelsToText(labels)} ${value}\n`,
  )
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`
}

function labelsToText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

const escaped = (value: string) =>
  value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
