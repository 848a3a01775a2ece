import { type Browser, chromium } from 'playwright-core'

/**
 * Features of Chromium that tests do without. Only the last `--disable-features` counts, so the driver's own list, which
 * comes before, is repeated.
 */
const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  // The address bar loads its suggestions as a page of their own in each context, which computes more than a page of a test.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  // A process in reserve for the next site; the pages of a test are of one.
  'SpareRendererForSitePerProcess',
]

const switches = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${disabledFeatures.join(',')}`,
]

const launch = (scrollbars: boolean, handleSIGTERM = true): Promise<Browser> =>
  chromium.launch({
    handleSIGTERM,
    ...(scrollbars ? { ignoreDefaultArgs: ['--hide-scrollbars'] } : {}),
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    headless: true,
    chromiumSandbox: process.getuid?.() !== 0,
    args: switches,
  })

/** Browsers of this worker, with and without scrollbars. */
const ofWorker = new Map<boolean, Browser>()

/** Returns the worker's browser, which ends with the worker: closing it closes its contexts. */
const openOfWorker = async (scrollbars: boolean): Promise<Browser> => {
  const known = ofWorker.get(scrollbars)
  if (known?.isConnected() === true) return known
  const browser = await launch(scrollbars, false)
  // The runner ends a worker with SIGTERM and kills it half a second later, which is too short for closing in order. At
  // an exit the driver kills the browser and removes its folders.
  if (ofWorker.size === 0) process.once('SIGTERM', () => process.exit())
  browser.close = async () => {
    await Promise.all(browser.contexts().map((context) => context.close()))
  }
  ofWorker.set(scrollbars, browser)
  return browser
}

/**
 * Opens Chromium, without its sandbox when run as root. Test files of one worker, which run one after the other, share
 * one. `scrollbars` shows scrollbars, which are hidden by default.
 */
export const openBrowser = ({ scrollbars = false } = {}): Promise<Browser> =>
  process.env.VITEST_POOL_ID === undefined ? launch(scrollbars) : openOfWorker(scrollbars)
