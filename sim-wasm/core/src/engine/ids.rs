//! Typed indices of CPUs and tasks, and lists with an element for each index.

use std::marker::PhantomData;
use std::ops::{Deref, DerefMut, Index, IndexMut};

/// An index into a list.
pub trait Id: Copy {
    fn new(number: usize) -> Self;
    fn index(self) -> usize;
}

/// A number below 2^16, from 0 on.
macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
        pub struct $name(pub u16);

        impl $crate::engine::ids::Id for $name {
            #[inline]
            fn new(number: usize) -> Self {
                debug_assert!(number <= usize::from(u16::MAX), "{number} is too great");
                Self(number as u16)
            }
            #[inline]
            fn index(self) -> usize {
                usize::from(self.0)
            }
        }

        impl $name {
            /// The next index, which may be past the end.
            #[inline]
            #[must_use]
            pub fn after(self) -> Self {
                Self(self.0 + 1)
            }
        }

        impl From<$name> for u32 {
            #[inline]
            fn from(id: $name) -> Self {
                Self::from(id.0)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

id! {
    /// A CPU of the machine; records have room for those below [`MOST_CPUS`].
    CpuId
}

id! {
    /// A task of the run.
    TaskId
}

/// The number of CPUs that a record has room for.
pub const MOST_CPUS: usize = 1 << 10;

/// A list indexed by `I`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Per<I, T> {
    of: Vec<T>,
    by: PhantomData<I>,
}

/// A list with an element for each CPU.
pub type PerCpu<T> = Per<CpuId, T>;

/// A list with an element for each task.
pub type PerTask<T> = Per<TaskId, T>;

impl<I: Id, T> Per<I, T> {
    pub fn new() -> Self {
        Self::default()
    }

    /// Appends an element. Returns its index.
    pub fn push(&mut self, element: T) -> I {
        self.of.push(element);
        I::new(self.of.len() - 1)
    }

    /// The indices of all elements.
    pub fn ids(&self) -> impl Iterator<Item = I> + Clone + use<I, T> {
        (0..self.of.len()).map(I::new)
    }

    /// The elements with their indices.
    pub fn each(&self) -> impl Iterator<Item = (I, &T)> {
        self.of.iter().enumerate().map(|(number, element)| (I::new(number), element))
    }

    pub fn each_mut(&mut self) -> impl Iterator<Item = (I, &mut T)> {
        self.of.iter_mut().enumerate().map(|(number, element)| (I::new(number), element))
    }

    /// The element at an index, if there is one.
    #[inline]
    pub fn of(&self, id: I) -> Option<&T> {
        self.of.get(id.index())
    }
}

impl<I, T> Default for Per<I, T> {
    fn default() -> Self {
        Self { of: Vec::new(), by: PhantomData }
    }
}

impl<I, T> From<Vec<T>> for Per<I, T> {
    fn from(of: Vec<T>) -> Self {
        Self { of, by: PhantomData }
    }
}

impl<I, T> FromIterator<T> for Per<I, T> {
    fn from_iter<F: IntoIterator<Item = T>>(elements: F) -> Self {
        Self { of: elements.into_iter().collect(), by: PhantomData }
    }
}

impl<I: Id, T> Index<I> for Per<I, T> {
    type Output = T;
    #[inline]
    fn index(&self, id: I) -> &T {
        &self.of[id.index()]
    }
}

impl<I: Id, T> IndexMut<I> for Per<I, T> {
    #[inline]
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.of[id.index()]
    }
}

impl<'a, I, T> IntoIterator for &'a Per<I, T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.of.iter()
    }
}

/// The elements as a slice, in order.
impl<I, T> Deref for Per<I, T> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        &self.of
    }
}

impl<I, T> DerefMut for Per<I, T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.of
    }
}
