//! Lists that are short, and change at their end most of the time: nothing is moved then. Moving nothing takes as long in
//! WebAssembly as moving something.

/// Puts an element in at a place.
#[inline]
pub fn put_at<T>(list: &mut Vec<T>, at: usize, element: T) {
    if at == list.len() { list.push(element) } else { list.insert(at, element) }
}

/// Takes the element at a place out.
#[inline]
pub fn take_at<T>(list: &mut Vec<T>, at: usize) {
    if at + 1 == list.len() {
        list.pop();
    } else {
        list.remove(at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_others_keep_their_order() {
        let mut list = vec![1, 2, 4];
        put_at(&mut list, 2, 3);
        put_at(&mut list, 4, 5);
        assert_eq!(list, [1, 2, 3, 4, 5]);
        take_at(&mut list, 4);
        take_at(&mut list, 0);
        assert_eq!(list, [2, 3, 4]);
    }
}
