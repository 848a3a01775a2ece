// Finds a Chromium for the browser tests, or installs Debian's package where this machine allows it.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { giveUp } from './install.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const applications = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

const isRunnable = (path) => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const find = () => {
  const given = process.env.CHROMIUM_PATH
  if (given) return isRunnable(given) ? given : giveUp(`CHROMIUM_PATH is not an executable: ${given}`)
  const folders = (process.env.PATH ?? '').split(delimiter)
  return (
    [...folders.flatMap((folder) => names.map((name) => join(folder, name))), ...applications].find(
      isRunnable,
    ) ?? null
  )
}

/** Path of a Chromium, or null where there is none and none can be installed. */
export const ensureChromium = () => {
  const found = find()
  if (found) return found
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium for the browser tests …')
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore' })
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const installed = find()
    if (installed) return installed
  }
  if (process.env.CI) giveUp('The browser tests need Chromium, and its installation failed.')
  console.log('The browser tests are skipped: there is no Chromium. Install one or set CHROMIUM_PATH.')
  return null
}
