import {
  type CustomerFlagChange,
  type CustomerRecord,
  setCustomerFlagResultFromWire,
  setCustomerFlagToWire,
} from '@glasshouse/core/staff/customers/codec'
import { Button } from '@glasshouse/ui/Button'
import { Field } from '@glasshouse/ui/Field'
import { showToast } from '@glasshouse/ui/Toast'
import { useState } from 'react'
import { useInvalidate, useMutation } from '../../data/query.ts'
import { managerOnlyReason, useCurrentStaff } from '../../me.ts'
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx'
import { NumberField } from '../../parts/NumberField.tsx'
import styles from './Customers.module.css'
import { type FlagWords, flagLabels, readScore } from './flags.ts'
import { LockRow } from './LockRow.tsx'

/** Flags of a customer; each change is confirmed with its effect. */
export function CustomerFlagsPanel({ profile }: { profile: CustomerRecord }) {
  const me = useCurrentStaff()
  const [chosen, setChosen] = useState<{ readonly words: FlagWords; readonly releases: boolean } | null>(null)
  const reasonOf = ({ managers }: FlagWords) =>
    profile.closedMs !== null ? 'The account is closed' : managers ? managerOnlyReason(me) : undefined
  return (
    <>
      <dl className={styles.flags}>
        <LockRow profile={profile} />
        {flagLabels.map((words) => (
          <div key={words.flag}>
            <dt>{words.name}</dt>
            <dd>{words.states(profile[words.flag])}</dd>
            <dd>
              <Button size="s" reason={reasonOf(words)} onClick={() => setChosen({ words, releases: false })}>
                {words.act(nextOf(words, profile))}
              </Button>
              {words.release && (
                <Button
                  size="s"
                  reason={reasonOf(words)}
                  onClick={() => setChosen({ words, releases: true })}
                >
                  {words.release.act}
                </Button>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {chosen && <SetFlag {...chosen} profile={profile} onClose={() => setChosen(null)} />}
    </>
  )
}

/** The other value of a switch; a score as it is, which is typed anew. */
const nextOf = ({ flag }: FlagWords, profile: CustomerRecord): boolean | number =>
  flag === 'creditScore' ? profile[flag] : !profile[flag]

const scoreObstacle = (score: number | null, remark: string): string | null => {
  if (score === null) return 'A whole number from 0 to 100.'
  return remark.trim() === '' ? 'Say why: the customer reads it.' : null
}

/** What would be sent; null while the score is none. */
const changeOf = (
  { flag }: FlagWords,
  profile: CustomerRecord,
  score: number | null,
  releases: boolean,
): CustomerFlagChange | null => {
  if (flag === 'creditScore') return score === null ? null : { flag, value: score }
  if (flag === 'isIntroducingBroker') return { flag, value: releases ? null : !profile[flag] }
  return { flag, value: !profile[flag] }
}

function SetFlag({
  words,
  releases,
  profile,
  onClose,
}: {
  words: FlagWords
  /** Whether the flag is handed back to the figures. */
  releases: boolean
  profile: CustomerRecord
  onClose: () => void
}) {
  const reload = useInvalidate()
  const command = useMutation('/staff/api/userSet')
  const [typed, setTyped] = useState(String(profile.creditScore))
  const [remark, setRemark] = useState('')
  const isScore = words.flag === 'creditScore'
  const score = readScore(typed)
  const release = releases ? words.release : undefined
  const value = isScore ? score : nextOf(words, profile)
  const state = release?.done ?? (value === null ? '?' : words.states(value))
  const change = changeOf(words, profile, score, releases)
  const act = async () => {
    if (change === null) return
    const request = { uid: profile.uid, change, ...(isScore ? { remark: remark.trim() } : {}) }
    const answer = await command.run(setCustomerFlagToWire(request))
    if (answer === null) return
    const { flags } = setCustomerFlagResultFromWire(answer)
    showToast({
      title: `${words.name} of u ${profile.uid}: ${release?.done ?? words.states(flags[words.flag])}`,
    })
    reload('/staff/api/userDetail', '/staff/api/userSearch', '/staff/api/auditLog')
    onClose()
  }
  return (
    <ConfirmDialog
      title={`${words.name} of u ${profile.uid}: ${state}`}
      consequence={release?.follows ?? (value === null ? undefined : words.follows(value))}
      act={release?.act ?? words.act(value ?? 0)}
      busy={command.busy && 'Changing'}
      problem={command.problem}
      locked={isScore ? scoreObstacle(score, remark) : null}
      onAct={() => void act()}
      onClose={onClose}
    >
      {isScore && (
        <NumberField label={words.name} limits="0 to 100" whole value={typed} onChange={setTyped} />
      )}
      {isScore && (
        <Field label="What the customer reads" maxLength={500} value={remark} onChange={setRemark} />
      )}
    </ConfirmDialog>
  )
}
