import { Calculation } from '../src/Calculation.tsx'
import { CoinIcon } from '../src/CoinIcon.tsx'
import { Section } from './Section.tsx'
import styles from './Workshop.module.css'

const surfaces = ['ground', 'pane', 'pane-2', 'well', 'hover', 'press']
const colours = ['brand', 'up', 'down', 'cvd-up', 'cvd-down', 'warn', 'danger', 'practice']
const coins = ['BTC', 'ETH', 'SOL', 'XRP', 'ADA', 'DOGE', 'LINK', 'LTC', 'BNB', 'AVAX', 'USDT', 'NEW']

/** Backgrounds, text colours and typography. */
export function Ground() {
  return (
    <>
      <Section title="Ground and ink" note="six surfaces, four inks">
        {[surfaces, colours].map((names) => (
          <div key={names[0]} className={styles.swatches}>
            {names.map((name) => (
              <div key={name}>
                <i style={{ background: `var(--${name})` }} />
                {name}
              </div>
            ))}
          </div>
        ))}
        <div className={styles.inks}>
          <span>ink</span>
          <span style={{ color: 'var(--ink-2)' }}>ink-2</span>
          <span style={{ color: 'var(--ink-3)' }}>ink-3</span>
          <button type="button" disabled style={{ color: 'var(--ink-off)', cursor: 'default' }}>
            ink-off, disabled only
          </button>
        </div>
      </Section>
      <Section title="Type" note="Inter, tabular figures">
        <div className={styles.type}>
          <div style={{ font: '600 40px/44px var(--font)', letterSpacing: '-.035em' }}>66,128.74</div>
          <div style={{ font: '600 28px/32px var(--font)', letterSpacing: '-.02em' }}>Contracts</div>
          <div style={{ font: '600 20px/28px var(--font)', letterSpacing: '-.015em' }}>Greenhouse 90</div>
          <div style={{ fontSize: 14, lineHeight: '20px' }}>
            Interest is set aside before anything is sold.
          </div>
          <div style={{ fontSize: 12, lineHeight: '16px', color: 'var(--ink-2)' }}>Margin held 72.4350</div>
          <Calculation sum="0.011 × 65,850.00 ÷ 10 = 72.4350" />
        </div>
      </Section>
      <Section title="Coin marks" note="their own colours, day and night">
        <div className={styles.marks}>
          {coins.map((code) => (
            <span key={code} title={code}>
              <CoinIcon code={code} size={24} />
            </span>
          ))}
        </div>
      </Section>
    </>
  )
}
