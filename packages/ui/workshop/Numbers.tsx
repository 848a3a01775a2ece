import { useEffect, useState } from 'react'
import { DonutChart, RingLegend } from '../src/DonutChart.tsx'
import { MarginLevelGauge } from '../src/MarginLevelGauge.tsx'
import { NumberText } from '../src/NumberText.tsx'
import { PriceChange } from '../src/PriceChange.tsx'
import { Sparkline } from '../src/Sparkline.tsx'
import { Section } from './Section.tsx'
import styles from './Workshop.module.css'

/** Changes from one figure to the next, to demonstrate the flash. */
const useStep = (before: string, after: string): string => {
  const [value, setValue] = useState(before)
  useEffect(() => {
    const timer = setTimeout(() => setValue(after), 50)
    return () => clearTimeout(timer)
  }, [after])
  return value
}

/** Figures that change, and small charts. */
export function Numbers({ theme }: { theme: 'day' | 'night' }) {
  const rise = useStep('66128.73', '66128.74')
  const fall = useStep('66128.74', '66127.94')
  const text = (value: string) => value.replace('66', '66,')
  return (
    <>
      <Section title="Numbers that change" note="the flash fades in 150 ms; width never moves">
        <table className={styles.numbers}>
          <tbody>
            <tr>
              <td>Rise</td>
              <td className={`${styles.right} ${styles.held}`}>
                <NumberText value={rise} text={text(rise)} />
              </td>
              <td className={styles.right}>
                <PriceChange direction="up">0.01</PriceChange>
              </td>
              <td>Swapped</td>
              <td className={styles.right} data-theme={theme} data-direction="swap">
                <PriceChange direction="up">0.61%</PriceChange>{' '}
                <PriceChange direction="down">0.61%</PriceChange>
              </td>
            </tr>
            <tr>
              <td>Fall</td>
              <td className={`${styles.right} ${styles.held}`}>
                <NumberText value={fall} text={text(fall)} />
              </td>
              <td className={styles.right}>
                <PriceChange direction="down">0.80</PriceChange>
              </td>
              <td>Colour-blind</td>
              <td className={styles.right} data-theme={theme} data-direction="cvd">
                <PriceChange direction="up">0.61%</PriceChange>{' '}
                <PriceChange direction="down">0.61%</PriceChange>
              </td>
            </tr>
            <tr>
              <td>Stale</td>
              <td className={styles.right} colSpan={2}>
                <NumberText value="66127.94" text="66,127.94" stale="6 s old" />
              </td>
              <td className={styles.apart}>Stream down</td>
              <td className={styles.right}>
                <NumberText value="66127.94" text="66,127.94" offline="reconnecting" />
              </td>
            </tr>
          </tbody>
        </table>
      </Section>
      <Pictures />
    </>
  )
}

function Pictures() {
  return (
    <Section title="Small pictures" note="the number is the truth, the bar a hint">
      <div className={styles.pairs}>
        <MarginLevelGauge
          label="Risk rate"
          value={122.32}
          valueText="122.32%"
          liquidation="50 close-out"
          transfer="200 transfers"
        />
        <MarginLevelGauge
          label="Risk rate"
          value={64}
          valueText="64%"
          liquidation="50 close-out"
          transfer="200 transfers"
        />
        <Sparkline points={[0.2, 0.1, 0.3, 0.25, 0.5, 0.45, 0.7, 0.6, 0.9, 1]} direction="up" />
        <DonutChart
          parts={[
            { id: 'main', permille: 620, tone: 1 },
            { id: 'contract', permille: 376, tone: 2 },
            { id: 'coin', permille: 4, tone: 3 },
          ]}
        >
          12,410.50
        </DonutChart>
        <span>
          <RingLegend tone={1} /> Main wallet
        </span>
        <Sparkline points={[1, 0.8, 0.9, 0.6, 0.65, 0.4, 0.5, 0.2, 0.1, 0]} direction="down" />
      </div>
    </Section>
  )
}
