import type { ResourceKey } from 'i18next'
import shell from './shell.json'

export const frame: ResourceKey = shell
export const ofScreens = import.meta.glob<ResourceKey>(['./*.json', '!./shell.json'], { import: 'default' })
