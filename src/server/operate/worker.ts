import { giveBonuses } from '../club/bonuses.ts';
import { giveBirthdayPoints } from '../club/earning.ts';
import { expirePoints } from '../club/expire-points.ts';
import { foldSums } from '../club/figures.ts';
import { deliverCodes } from '../club/hand-code-over.ts';
import { warnOfExpiry } from '../club/lots.ts';
import { moveDiscountsOn } from '../club/place-discounts.ts';
import { creditEnrolledFriends } from '../club/referrals.ts';
import { refreshStatistics } from '../core/db/statistics.ts';
import { onNobodysBehalf } from '../core/db/write-queue.ts';
import type { School } from '../core/http/ctx.ts';
import { deleteOldKeys } from '../core/http/once.ts';
import { createJobRunner, type Job } from '../core/jobs/job-runner.ts';
import { electLeader } from '../core/jobs/leader-election.ts';
import { removeFiles } from '../core/ports/remove-files.ts';
import { handleRecoveryRequests } from '../identity/auth/password-reset.ts';
import { deleteExpiredTokens } from '../identity/auth/tokens.ts';
import { notifyOfComingOfAge } from '../identity/family/family-choice.ts';
import { mailDeliveries } from '../messages/inbox/mail-deliveries.ts';
import { scrubFailedEmails } from '../messages/mail/failed-emails.ts';
import { deliverOutbox } from '../messages/mail/outbox.ts';
import { sendWhatsapp } from '../messages/whatsapp/send.ts';
import { expireExchangePayments } from '../money/exchange/end-payment.ts';
import { followAuthorizations } from '../money/finance/authorization-state.ts';
import { foldOpenBills } from '../money/finance/bill-list.ts';
import { notifyOfBillsPaid } from '../money/finance/bill-notices.ts';
import { remindOfBills } from '../money/finance/bill-reminders.ts';
import { markCostlessPaid } from '../money/finance/costless-bills.ts';
import { followUpCharges, reconcileAccounts } from '../money/finance/follow-up.ts';
import { lookAtDebits } from '../money/finance/look-at-debits.ts';
import { orderDebits } from '../money/finance/order-debits.ts';
import { endCodes } from '../money/finance/pix.ts';
import { sendRefunds } from '../money/finance/refund.ts';
import { reviewPaidCharges } from '../money/finance/review-paid.ts';
import { expireOrders } from '../money/orders/end-order.ts';
import { releaseTestedOrders } from '../money/orders/release-after-test.ts';
import { remindOrders } from '../money/orders/remind-orders.ts';
import { cancelLeftovers } from '../school/broadcasts/cancel-broadcast.ts';
import { expandBroadcasts, finishBroadcasts } from '../school/broadcasts/expand-broadcasts.ts';
import { startBroadcasts } from '../school/broadcasts/start-broadcasts.ts';
import { mailDigests } from '../school/panel/mail-digests.ts';
import { sendInvitations } from '../school/students/invitations.ts';
import { forgetCompanions } from '../school/travel/companions.ts';
import { notifyOfAbsences } from '../study/teaching/absence-notices.ts';
import { advanceClasses } from '../study/teaching/advance-classes.ts';
import { notifyOfClasses } from '../study/teaching/class-notices.ts';
import { eraseDue } from './privacy/erasure.ts';
import { deleteOld, removeTraces } from './privacy/retention.ts';
import { sendWebhooks } from './sync/send-webhooks.ts';

const PAUSE_MS = 5_000;
const SOON_MS = 20;

/** Wakes the sender for what operations and jobs have queued. */
const wakeSender: Job = async (school) => school.wakeSender();

/** Background jobs. The leader runs them; each job claims its rows, since two processes may be leader for a moment (0084). */
export const jobs: readonly Job[] = [
  handleRecoveryRequests,
  sendInvitations,
  deliverOutbox,
  scrubFailedEmails,
  deleteExpiredTokens,
  deleteOldKeys,
  followUpCharges,
  reconcileAccounts,
  markCostlessPaid,
  reviewPaidCharges,
  followAuthorizations,
  orderDebits,
  lookAtDebits,
  endCodes,
  // Runs after payments became known.
  expireExchangePayments,
  releaseTestedOrders,
  remindOrders,
  expireOrders,
  sendRefunds,
  creditEnrolledFriends,
  moveDiscountsOn,
  deliverCodes,
  giveBonuses,
  expirePoints,
  warnOfExpiry,
  giveBirthdayPoints,
  foldSums,
  foldOpenBills,
  startBroadcasts,
  expandBroadcasts,
  cancelLeftovers,
  finishBroadcasts,
  advanceClasses,
  notifyOfClasses,
  notifyOfAbsences,
  notifyOfComingOfAge,
  remindOfBills,
  notifyOfBillsPaid,
  sendWhatsapp,
  mailDeliveries,
  mailDigests,
  // After every job that writes notices, and after every operation that wakes the jobs.
  wakeSender,
  eraseDue,
  deleteOld,
  forgetCompanions,
  removeFiles,
  refreshStatistics,
  removeTraces,
  // After all jobs that change data.
  sendWebhooks,
];

/** Jobs that call other systems, or read whole tables: no other job waits for them. */
const slow = new Set<Job>([refreshStatistics, removeTraces, sendWebhooks]);

export interface Worker {
  start(): void;
  /** Whether this process is the leader. */
  leads(): boolean;
  /** Makes the leader run the jobs soon, in whatever process; once more if they are running. */
  wake(): void;
  /** Runs every job once, now. */
  runOnce(): Promise<void>;
  /** Waits for the running jobs, but not for one that hangs, and hands the lease over. */
  stop(): Promise<void>;
}

export function createWorker(school: School): Worker {
  let timer: NodeJS.Timeout | undefined;
  let started = false;
  let isRunning = false;
  let isWoken = false;

  const runner = createJobRunner(school, jobs, { slow });
  async function runOnce() {
    await runner.untilEnd();
    await runner.run();
    await runner.untilEnd();
  }
  const leadership = electLeader(school, () => {
    if (isRunning) isWoken = true;
    else onNobodysBehalf(() => schedule(SOON_MS));
  });
  function schedule(delay: number) {
    clearTimeout(timer);
    if (!started) return;
    timer = setTimeout(() => {
      if (!leadership.holds()) return schedule(PAUSE_MS);
      isRunning = true;
      isWoken = false;
      void runner
        .run(() => started)
        .finally(() => {
          isRunning = false;
          schedule(isWoken ? SOON_MS : PAUSE_MS);
        });
    }, delay);
    timer.unref();
  }
  return {
    start() {
      started = true;
      leadership.start();
      schedule(PAUSE_MS);
    },
    leads: leadership.holds,
    wake: leadership.ask,
    runOnce,
    async stop() {
      started = false;
      clearTimeout(timer);
      // A hanging job must not keep the lease: the process ends soon anyway.
      await runner.untilEnd(school.config.SHUTDOWN_TIMEOUT_MS / 2);
      await leadership.stop();
    },
  };
}
