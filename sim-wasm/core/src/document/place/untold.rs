//! Places that nobody is told.

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place;

#[derive(Debug, Default)]
pub struct Way;

impl Way {
    pub fn key(&self, _: &str) {}

    pub fn index(&self, _: usize) {}

    pub fn place(&self) -> Place {
        Place
    }
}

/// No more than the length of it.
#[derive(Debug, Default)]
pub struct Trail(usize);

impl Trail {
    pub fn key(&mut self, _: &str) {
        self.0 += 1;
    }

    pub fn index(&mut self, _: usize) {
        self.0 += 1;
    }

    pub fn pop(&mut self) {
        self.0 -= 1;
    }

    pub fn depth(&self) -> usize {
        self.0
    }

    pub fn place(self) -> Place {
        Place
    }
}

impl Place {
    pub fn field(_: &str) -> Self {
        Self
    }

    #[must_use]
    pub fn key(self, _: &str) -> Self {
        self
    }

    #[must_use]
    pub fn index(self, _: usize) -> Self {
        self
    }
}
