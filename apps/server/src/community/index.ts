export { communityRoutes } from './routes.ts'
export {
  eraseCommunityTexts,
  listCommunityAppeals,
  listCommunityLikes,
  listCommunityTexts,
} from './service/privacy.ts'
export { communityReviews } from './service/reviews.ts'
export { addSampleTexts } from './service/samples.ts'
export { communityStaffRoutes } from './staff.ts'
export { communityInvariants } from './store/invariants.ts'
