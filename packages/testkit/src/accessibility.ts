import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** Runs in the page: waits for what is fading or moving in, because colours in between have too little contrast. */
const stillness = `Promise.all(document.getAnimations()
  .filter(({ effect, playState }) => playState === 'running' && effect.getComputedTiming().endTime < 5000)
  .map(({ finished }) => finished.catch(() => undefined))).then(() => undefined)`

/**
 * Accessibility violations of the page once its animations have ended, each with its rule and elements; `rules` checks
 * only these. Frames are skipped, because the pages have none, and elements without violations are not described; that
 * saves most of the time.
 */
export const accessibilityViolations = async (page: Page, rules?: readonly string[]): Promise<string[]> => {
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(`${axe.source}; undefined`)
  const options = {
    iframes: false,
    preload: false,
    resultTypes: ['violations'],
    ...(rules === undefined ? {} : { runOnly: { type: 'rule', values: rules } }),
  }
  await page.evaluate(stillness)
  return page.evaluate<string[]>(`axe.run(document, ${JSON.stringify(options)}).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`)
}
