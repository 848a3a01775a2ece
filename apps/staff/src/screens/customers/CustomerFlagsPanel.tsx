import type { CustomerDetail } from '@glasshouse/core/staff/codec'
import { Button } from '@glasshouse/ui/Button'
import { Field } from '@glasshouse/ui/Field'
import { showToast } from '@glasshouse/ui/Toast'
import { useState } from 'react'
import { useInvalidate, useMutation } from '../../data/query.ts'
import { managerOnlyReason, useCurrentStaff } from '../../me.ts'
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx'
import { NumberField } from '../../parts/NumberField.tsx'
import styles from './Customers.module.css'
import { type FlagWords, flagLabels, readScore, toggled } from './flags.ts'
import { LockRow } from './LockRow.tsx'

type Profile = CustomerDetail['profile']

/** Flags of a customer; each change is confirmed with its effect. */
export function CustomerFlagsPanel({ profile }: { profile: Profile }) {
  const me = useCurrentStaff()
  const [chosen, setChosen] = useState<{ readonly words: FlagWords; readonly releases: boolean } | null>(null)
  const reasonOf = ({ managers }: FlagWords) =>
    profile.closed !== null ? 'The account is closed' : managers ? managerOnlyReason(me) : undefined
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

const nextOf = ({ flag, switches }: FlagWords, profile: Profile): number =>
  switches ? toggled(switches, profile[flag]) : profile[flag]

const scoreObstacle = (value: number | null, needsRemark: boolean, remark: string): string | null => {
  if (value === null) return 'A whole number from 0 to 100.'
  return needsRemark && remark.trim() === '' ? 'Say why: the customer reads it.' : null
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
  profile: Profile
  onClose: () => void
}) {
  const reload = useInvalidate()
  const command = useMutation('/staff/api/userSet')
  const [typed, setTyped] = useState(String(profile[words.flag]))
  const [remark, setRemark] = useState('')
  const needsRemark = words.flag === 'creditscore'
  const value = words.switches ? nextOf(words, profile) : readScore(typed)
  const release = releases ? words.release : undefined
  const state = release?.done ?? (value === null ? '?' : words.states(value))
  const act = async () => {
    if (value === null) return
    const done = await command.run({
      uid: profile.uid,
      [words.flag]: release ? '' : value,
      ...(needsRemark ? { remark: remark.trim() } : {}),
    })
    if (done === null) return
    showToast({
      title: `${words.name} of u ${profile.uid}: ${release?.done ?? words.states(done[words.flag])}`,
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
      locked={scoreObstacle(value, needsRemark, remark)}
      onAct={() => void act()}
      onClose={onClose}
    >
      {!words.switches && (
        <NumberField label={words.name} limits="0 to 100" whole value={typed} onChange={setTyped} />
      )}
      {needsRemark && (
        <Field label="What the customer reads" maxLength={500} value={remark} onChange={setRemark} />
      )}
    </ConfirmDialog>
  )
}
