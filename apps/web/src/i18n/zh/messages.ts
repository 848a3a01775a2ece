import '../scripts.css'
import type { Catalogue } from '../translate.ts'
import shell from './shell.json'

export const layoutCatalog: Catalogue = shell
export const screenCatalogs = import.meta.glob<Catalogue>(['./*.json', '!./shell.json'], {
  import: 'default',
})
