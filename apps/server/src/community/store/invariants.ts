import { sql } from 'kysely'
import { type Invariant, invariant } from '../../ledger/checks/index.ts'

const likesAreCounted = invariant(
  'the likes that a text shows are the customers who like it',
  sql`
    with given as (select text_id as id, count(*) as likes from community_like group by text_id)
    select 'text ' || t.id || ' shows ' || t.like_count || ' likes, ' || coalesce(g.likes, 0) || ' were given' as found
    from community_text t left join given g using (id)
    where t.like_count <> coalesce(g.likes, 0)
    order by t.id limit 1000`,
)

const answersAreCounted = invariant(
  'the answers that a text shows are its approved answers',
  sql`
    with given as (
      select parent_id as id, count(*) as answers from community_text
      where parent_id > 0 and state = 'approved' group by parent_id
    )
    select 'text ' || coalesce(t.id, g.id) || ' shows ' || coalesce(t.answer_count, 0) || ' answers, '
      || coalesce(g.answers, 0) || ' are approved' as found
    from community_text t full join given g using (id)
    where coalesce(t.answer_count, 0) <> coalesce(g.answers, 0) or t.id is null
    order by 1 limit 1000`,
)

const likesAreAllowed = invariant(
  'every like is of a published text of another author',
  sql`
    select 'customer ' || l.uid || ' likes text ' || t.id as found
    from community_like l join community_text t on t.id = l.text_id
    where t.state <> 'approved' or t.uid = l.uid
    order by t.id limit 1000`,
)

const answersBelong = invariant(
  'every comment stands under a speech, every reply under a comment of the same speech',
  sql`
    select 'text ' || t.id || ' stands under ' || t.parent_id as found
    from community_text t left join community_text p on p.id = t.parent_id
    left join community_text r on r.id = t.answers_id
    where t.parent_id > 0 and (
      p.kind is distinct from (case t.kind when 'comment' then 'speech' else 'comment' end)
      or (t.kind = 'reply' and t.speech_id <> p.parent_id)
      or (t.answers_id is not null and r.parent_id <> t.parent_id)
    )
    order by t.id limit 1000`,
)

/** What must hold of community texts; for `ledgerCheck`. */
export const communityInvariants: readonly Invariant[] = [
  likesAreCounted,
  answersAreCounted,
  likesAreAllowed,
  answersBelong,
]
