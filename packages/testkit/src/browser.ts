import { type Browser, chromium } from 'playwright-core'

const switches = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Starts Chromium, without its sandbox when run as root. `scrollbars` shows scrollbars, which are hidden by default. */
export const openBrowser = ({ scrollbars = false } = {}): Promise<Browser> =>
  chromium.launch({
    ...(scrollbars ? { ignoreDefaultArgs: ['--hide-scrollbars'] } : {}),
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    headless: true,
    chromiumSandbox: process.getuid?.() !== 0,
    args: switches,
  })
