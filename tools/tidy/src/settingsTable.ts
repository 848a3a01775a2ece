import { settingsSchema } from '../../../apps/server/src/platform/settings/settings.ts'

export const tableStart = '<!-- settings: written by npm run tidy -- --write -->'
export const tableEnd = '<!-- end of settings -->'

type Described = {
  readonly description?: string | undefined
  readonly safeParse: (value: unknown) => { readonly success: boolean; readonly data?: unknown }
}

const defaultOf = (setting: Described): string => {
  const parsed = setting.safeParse(undefined)
  if (!parsed.success || parsed.data === undefined) return ''
  const text = Array.isArray(parsed.data) ? parsed.data.join(',') : String(parsed.data)
  return text === '' ? '' : `\`${text}\``
}

/** The README's settings table, one row per setting of the schema. */
export const settingsTable = (shape: Readonly<Record<string, Described>> = settingsSchema.shape): string =>
  [
    '| name | default | meaning |',
    '|---|---|---|',
    ...Object.entries(shape).map(
      ([name, setting]) => `| \`${name}\` | ${defaultOf(setting)} | ${setting.description ?? ''} |`,
    ),
  ].join('\n')

/** Inserts the table between its two markers; null if the markers are missing. */
export const withSettingsTable = (readme: string, table = settingsTable()): string | null => {
  const start = readme.indexOf(tableStart)
  const end = readme.indexOf(tableEnd)
  if (start < 0 || end < start) return null
  return `${readme.slice(0, start + tableStart.length)}\n${table}\n${readme.slice(end)}`
}
