import { serverModules } from '../../../apps/server/src/modules.ts'

/** Where the modules of the server lie. */
export const serverSource = 'apps/server/src/'

/** Folders that contain the modules of a layer instead of being one. */
const layers: ReadonlySet<string> = new Set(
  serverModules.flatMap(({ name }) => (name.includes('/') ? (name.split('/')[0] ?? []) : [])),
)

/**
 * The module of a file; null for a file outside the modules.
 *
 * @example moduleOf('apps/server/src/platform/http/app.ts') // 'platform/http'
 * moduleOf('apps/server/src/ledger/checks/store/check.ts') // 'ledger'
 */
export const moduleOf = (path: string): string | null => {
  if (!path.startsWith(serverSource)) return null
  const folders = path.slice(serverSource.length).split('/').slice(0, -1)
  const [first] = folders
  if (first === undefined) return null
  return layers.has(first) && folders[1] !== undefined ? `${first}/${folders[1]}` : first
}

/** The layer of a module; null for one that lies beside the layers. */
export const layerOf = (name: string): string | null =>
  name.includes('/') ? (name.split('/')[0] ?? null) : null
