//! `deciding.ts`: the quantities that can decide an experiment, and when nobody says that there is no difference.

use super::list;
use sched_core::scenario::Decides;
use sched_judge::decision::FEWEST_SEEDS;
use sched_judge::verdict::ABOUT_ZERO_PCT;

pub fn text() -> String {
    format!(
        "/** With fewer paired seeds nobody says that there is no difference. */\n\
         export const FEWEST_SEEDS = {FEWEST_SEEDS};\n\n\
         /** A difference is about zero if its interval is nearer to zero than this on either side (%). */\n\
         export const ABOUT_ZERO_PCT = {ABOUT_ZERO_PCT};\n\n\
         /** The quantities that can decide an experiment; the first is that of a document that names none. */\n\
         export const DECIDES = {} as const;\n",
        list(Decides::KEYS)
    )
}
