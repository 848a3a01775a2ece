import type { Catalogue } from '../sentence.ts'
import shell from './shell.json'

export const frame: Catalogue = shell
export const ofScreens = import.meta.glob<Catalogue>(['./*.json', '!./shell.json'], { import: 'default' })
