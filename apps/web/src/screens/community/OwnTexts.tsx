import { listOwnTextsToWire, textToWire } from '@glasshouse/core/community/codec'
import { maxAppealLength, readText, type TextKind } from '@glasshouse/core/community/rules'
import {
  type OwnCommentView,
  type OwnReplyView,
  type OwnSpeechView,
  ownCommentsFromWire,
  ownRepliesFromWire,
  ownSpeechesFromWire,
} from '@glasshouse/core/community/texts/codec'
import { Button, buttonClass } from '@glasshouse/ui/Button'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { FieldError } from '@glasshouse/ui/FieldError'
import { Icon } from '@glasshouse/ui/Icon'
import { SegmentedControl } from '@glasshouse/ui/SegmentedControl'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { TabPanel, Tabs } from '@glasshouse/ui/Tabs'
import { showToast } from '@glasshouse/ui/Toast'
import { type FormEvent, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import { ListError } from '../../components/ListError.tsx'
import { ListPager } from '../../components/ListPager.tsx'
import { Page, Panel, paneTabsClass } from '../../components/page/Page.tsx'
import { pageIn } from '../../components/page/pageIn.ts'
import { useSignedIn } from '../../components/useSignedIn.ts'
import { useDecodedPage, useMutation } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import { Remove } from './Actions.tsx'
import styles from './Community.module.css'
import { TextBody } from './TextBody.tsx'
import { useRefusal } from './useCommunity.ts'

type OwnRow = OwnSpeechView | OwnCommentView | OwnReplyView

const pageSize = 5
const kinds = ['speech', 'comment', 'reply'] as const
const states = ['', '0', '1', '2'] as const
/** States of texts by their names in the address. */
const wantedStates = { '': null, '0': 'waiting', '1': 'approved', '2': 'rejected' } as const
const stateWords = { '': 'all', '0': 'waiting', '1': 'published', '2': 'rejected' } as const

/** My texts by kind and state, with the reason of a rejection and one appeal. */
export default function OwnTexts() {
  return useSignedIn() ? <Own /> : null
}

function Own() {
  const { t } = useTranslation('community')
  const [search] = useSearchParams()
  const [, navigate] = useLocation()
  const kind = kinds.find((known) => known === search.get('tab')) ?? 'speech'
  const state = states.find((known) => known === search.get('state')) ?? ''
  const page = pageIn(search.get('page'))
  const lists = useOwnLists(kind, state, page)
  const list = lists[kind]
  const go = (to: { tab?: TextKind; state?: string; page?: number }) => {
    const tab = to.tab ?? kind
    navigate(
      paths.comment({
        tab: tab === 'speech' ? undefined : tab,
        state: (to.state ?? state) || undefined,
        page: to.page === undefined || to.page === 1 ? undefined : String(to.page),
      }),
      { replace: true },
    )
  }
  return (
    <Page
      title={t('own.title')}
      lead={t('own.lead')}
      back={paths.community()}
      tools={
        <Link href={paths.community()} className={buttonClass({ variant: 'secondary' })}>
          {t('all')}
        </Link>
      }
    >
      <Panel busy={list.data === undefined && !list.error}>
        <Tabs
          id="ownTexts"
          className={paneTabsClass}
          label={t('own.title')}
          tabs={kinds.map((known) => ({
            id: known,
            label: t(`own.tab.${known}`),
            count: lists[known].total,
          }))}
          value={kind}
          onChange={(tab) => go({ tab })}
        />
        <TabPanel id="ownTexts" tab={kind}>
          <div className={styles.filter}>
            <SegmentedControl
              label={t('state.label')}
              options={states.map((value) => ({ value, label: t(`state.${stateWords[value]}`) }))}
              value={state}
              onChange={(next) => go({ state: next })}
            />
          </div>
          <Rows list={list} kind={kind} />
          <ListPager list={list} page={page} pageSize={pageSize} onPage={(next) => go({ page: next })} />
        </TabPanel>
      </Panel>
    </Page>
  )
}

/** The list of the chosen kind, and the totals of the others. */
const useOwnLists = (kind: TextKind, state: (typeof states)[number], page: number) => {
  const wanted = wantedStates[state]
  const queryOf = (known: TextKind) =>
    known === kind ? listOwnTextsToWire(wanted, page, pageSize) : listOwnTextsToWire(wanted, 1, 1)
  return {
    speech: useDecodedPage('/api/community/speechListSelf', queryOf('speech'), ownSpeechesFromWire),
    comment: useDecodedPage('/api/community/commentListSelf', queryOf('comment'), ownCommentsFromWire),
    reply: useDecodedPage('/api/community/replyListSelf', queryOf('reply'), ownRepliesFromWire),
  }
}

type List = ReturnType<typeof useOwnLists>[TextKind]

function Rows({ list, kind }: { list: List; kind: TextKind }) {
  const { t } = useTranslation('community')
  if (list.data === undefined)
    return list.error ? (
      <ListError list={list} title={t('failed')} />
    ) : (
      <div className={styles.list}>
        <Skeleton width="60%" height={16} />
        <Skeleton width="40%" height={16} />
      </div>
    )
  if (list.data.length === 0)
    return <EmptyState icon="comment" title={t('noneOwn')} text={t('noneOwnText')} />
  return (
    <ul className={styles.list}>
      {list.data.map((row) => (
        <li key={row.id}>
          <OwnText row={row} kind={kind} />
        </li>
      ))}
    </ul>
  )
}

function OwnText({ row, kind }: { row: OwnRow; kind: TextKind }) {
  const { t } = useTranslation('community')
  const speechId = 'speechId' in row ? row.speechId : row.id
  return (
    <article className={styles.speech}>
      {'speech' in row && (
        <p className={styles.quote} dir="auto">
          {t('under', { text: ('comment' in row ? row.comment : row.speech).content })}
        </p>
      )}
      <TextBody text={row}>
        {row.state === 'waiting' && !row.isRemoved && <p className={styles.removed}>{t('onlyYou')}</p>}
        {row.state === 'rejected' && !row.isRemoved && <Rejection row={row} kind={kind} />}
        {row.state === 'approved' && row.appeal !== null && (
          <p className={styles.removed}>{t('appeal.upheld')}</p>
        )}
        <div className={styles.actions}>
          {row.state === 'approved' && (
            <Link
              href={paths.community({ id: speechId })}
              className={buttonClass({ variant: 'quiet', size: 's' })}
            >
              {t('open')}
            </Link>
          )}
          {!row.isRemoved && <Remove kind={kind} id={row.id} />}
        </div>
      </TextBody>
    </article>
  )
}

/** Why a text is not published, and what can be done about it. */
function Rejection({ row, kind }: { row: OwnRow; kind: TextKind }) {
  const { t } = useTranslation('community')
  const [appeals, setAppeals] = useState(false)
  const { reason, remark, appeal } = row
  return (
    <div className={styles.rejection}>
      <Icon name="warning" size={16} />
      <div>
        {reason !== null && (
          <p>
            <b>{t('notPublished', { reason: t(`reason.${reason}`) })}</b>
          </p>
        )}
        {remark !== null && (
          <p className={styles.content} dir="auto">
            {remark}
          </p>
        )}
        {appeal === null && !appeals && (
          <p>
            {t('appeal.note')}{' '}
            <button type="button" className={styles.quiet} onClick={() => setAppeals(true)}>
              {t('appeal.action')}
            </button>
          </p>
        )}
        {appeal === null && appeals && (
          <AppealForm kind={kind} id={row.id} onClose={() => setAppeals(false)} />
        )}
        {appeal && appeal.state === 'waiting' && <p>{t('appeal.waiting')}</p>}
        {appeal && appeal.state === 'rejected' && (
          <p>
            {t('appeal.turnedDown')} {appeal.remark}
          </p>
        )}
      </div>
    </div>
  )
}

function AppealForm({ kind, id, onClose }: { kind: TextKind; id: number; onClose: () => void }) {
  const { t } = useTranslation('community')
  const refusal = useRefusal()
  const appeal = useMutation('/api/community/appeal')
  const [text, setText] = useState('')
  const isReady = readText(text, maxAppealLength) !== null
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isReady || (await appeal.run({ ...textToWire(kind, id), text })) === null) return
    showToast({ title: t('appeal.sent'), text: t('appeal.waiting') })
    onClose()
  }
  return (
    <form className={styles.appeal} onSubmit={submit}>
      <textarea
        aria-label={t('appeal.label')}
        placeholder={t('appeal.label')}
        rows={3}
        dir="auto"
        maxLength={maxAppealLength}
        // biome-ignore lint/a11y/noAutofocus: the form was opened by the button that had the focus
        autoFocus
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className={styles.actions}>
        <Button
          type="submit"
          size="s"
          variant="primary"
          busy={appeal.busy && t('compose.busy')}
          reason={!isReady || undefined}
          title={isReady ? undefined : t('compose.empty')}
        >
          {t('appeal.submit')}
        </Button>
        <Button size="s" variant="quiet" onClick={onClose}>
          {t('cancel')}
        </Button>
      </div>
      {appeal.error && <FieldError>{refusal(appeal.error)}</FieldError>}
    </form>
  )
}
